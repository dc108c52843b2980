// Fields that no result has, by their names in lower case without "_", "-" and ".".
const PRIVATE_NAME =
  /^(?:upgradekey|licen[cs]e(?:key|code|number|id|name|type|holder)?|(?:product|activation|registration|serial)(?:key|code|number)|(?:user)?accounts?(?:id|name|email|key|type)?|(?:user)?(?:name|id)?e?mail(?:address)?|user(?:name|id))$/;

// A first look that most files end with: a careful one takes longer.
const HINT = /upgrade|licen[cs]e|product|activation|registration|serial|account|user|mail/i;

// Names in XML: of elements, of attributes, and a name that stands alone as a text or as a value (<name>upgrade_key</name>).
const NAMES = /<([\w.:-]+)|\s([\w.:-]+)\s*=|>\s*([\w.:-]+)\s*(?=<)|["']([\w.:-]+)["']/g;

/** The name of the first field of an XML text that holds a licence key or data of an account, such as "upgrade_key"; null for none. */
export function privateFieldOf(xml: string): string | null {
  if (!HINT.test(xml)) return null;
  for (const match of xml.matchAll(NAMES)) {
    const name = match.slice(1).find((part) => part !== undefined) ?? "";
    const plain = name.slice(name.lastIndexOf(":") + 1).replaceAll(/[_.-]/g, "");
    if (PRIVATE_NAME.test(plain.toLowerCase())) return name;
  }
  return null;
}
