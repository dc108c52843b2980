// Matches the names of private fields, which no result has, in lower case without "_", "-" and ".".
const PRIVATE_NAME =
  /^(?:licen[cs]e(?:code|number|id|name|type|holder)?|serial|(?:product|activation|registration|serial)code|(?:user)?accounts?(?:type)?|(?:user)?(?:name|id)?mail(?:address)?)$/;

// Matches the parts of names by which private fields are recognised, and which no field of a result contains:
// "timespy_upgrade_key", "owner_email".
const PRIVATE_PART =
  /(?:upgrade|licen[cs]e|account|product|activation|registration|serial)key|(?:product|activation|registration|serial)number|licensedto|(?:user|account|machine)id|(?:user|account|computer|host)name|email/;

// A quick check that matches every file that may have private fields. Most files do not match, and need no slower full
// check.
const HINT =
  /upgrade|licen[cs]e|product|activation|registration|serial|account|user|mail|machine|host|computer/i;

// Matches the names in an XML text: names of elements and of attributes, and a name that is the whole text of an
// element or the whole value of an attribute (<name>upgrade_key</name>).
const NAMES =
  /<([\w.:-]+)|\s([\w.:-]+)\s*=|>\s*([\w.:-]+)\s*(?=<)|<!\[CDATA\[\s*([\w.:-]+)\s*\]\]>|["']([\w.:-]+)["']/g;

/**
 * Returns the name of the first private field of an XML text; null if there is none. The name of a private field
 * suggests a licence key, a serial number, an account, an email address or a machine, such as "upgrade_key". Only names
 * are checked: a key in a field with another name is not found.
 */
export function privateFieldOf(xml: string): string | null {
  if (!HINT.test(xml)) return null;
  for (const match of xml.matchAll(NAMES)) {
    const name = match.slice(1).find((part) => part !== undefined) ?? "";
    const plain = name
      .slice(name.lastIndexOf(":") + 1)
      .replaceAll(/[_.-]/g, "")
      .toLowerCase();
    if (PRIVATE_NAME.test(plain) || PRIVATE_PART.test(plain)) return name;
  }
  return null;
}
