import { MAX_PRODUCTS } from "../../compare/index.ts";
import { productKinds } from "../../kinds/kinds.ts";
import { headingOf } from "../../kinds/words.ts";
import type { ProductRecord } from "../../products/index.ts";
import { Field } from "../layout/field.tsx";
import { MAX_QUERY_CHARACTERS } from "../layout/suggest-field.tsx";
import { Quoted } from "../lists/quoted.tsx";
import { addressOfComparison, productFields, type Asked } from "./asked.ts";
import { KeepButton } from "./tick.tsx";
import { groupOf } from "./tray-cookie.ts";
import type { UnknownName } from "./typed-products.ts";

interface ChooseProductsProps {
  asked: Pick<Asked, "ids" | "typed">;
  /** The names of the chosen products, in the order of their ids. */
  names: readonly string[];
  /** The typed names that match no product. */
  unknownNames?: readonly UnknownName[] | undefined;
  /** Two products with many results, to whose comparison the page links as an example. */
  example?: readonly ProductRecord[] | undefined;
}

/**
 * A form in which visitors type the names of two products to compare, or of one more product if some are chosen; and
 * links to the product lists, in which visitors select products.
 */
export function ChooseProducts({ asked, names, unknownNames = [], example = [] }: ChooseProductsProps) {
  const { ids, typed } = asked;
  const [id] = ids;
  const [name = ""] = names;
  const group = id === undefined ? undefined : groupOf({ kind: "products", id });
  const kinds = productKinds.filter(
    ({ name }) => group === undefined || name === (group === "chip" ? "gpu" : group),
  );
  return (
    <section class="stack" aria-labelledby="compare-products">
      <h2 id="compare-products">Products</h2>
      {unknownNames.map((one) => (
        <Unknown key={one.text} unknown={one} asked={asked} />
      ))}
      <ProductForm ids={ids} typed={typed} />
      <Example products={example} />
      {id !== undefined && <KeepButton kind="products" id={id} name={name} />}
      <p>
        {id === undefined
          ? "Or select two to four products in a list:"
          : "Or keep this one, and go on to the next one in a list:"}
      </p>
      <ul class="links">
        {kinds.map((kind) => (
          <li key={kind.name}>
            <a href={`/hardware/${kind.name}`}>{headingOf(kind)}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * A form in which visitors type the names of two products to compare, or of one more product. Renders nothing if
 * MAX_PRODUCTS products are chosen.
 */
export function ProductForm({ ids, typed = [] }: { ids: readonly string[]; typed?: readonly string[] }) {
  if (ids.length >= MAX_PRODUCTS) return null;
  const fields = ids.length === 0 ? productFields : productFields.slice(0, 1);
  return (
    <form class="narrow" action="/compare">
      {ids.length > 0 && <input type="hidden" name="products" value={ids.join(",")} />}
      {fields.map((field, index) => (
        <Field
          key={field}
          label={fields.length === 1 ? "Another product" : LABELS[field]}
          name={field}
          hint={index === 0 ? "Its name, for example: ryzen 7 7800x3d, or rtx 4070 super" : undefined}
        >
          <span class="suggest">
            <input
              id={field}
              name={field}
              value={typed[index] ?? ""}
              required
              maxLength={MAX_QUERY_CHARACTERS}
              aria-describedby={index === 0 ? `${field}-hint` : undefined}
              data-suggest="/products"
              data-suggest-sets=""
            />
          </span>
        </Field>
      ))}
      <p>
        <button>Compare</button>
      </p>
    </form>
  );
}

const LABELS = { product: "First product", other_product: "Second product" } as const;

/** Says that no product has a typed name, and offers the products with the nearest names. */
function Unknown({
  unknown: { text, nearest },
  asked,
}: Pick<ChooseProductsProps, "asked"> & { unknown: UnknownName }) {
  return (
    <output class="notice">
      No product is called <Quoted text={text} />.{nearest.length > 0 && " Did you mean "}
      {nearest.map(({ product, name }, index) => (
        <>
          {index > 0 && (index === nearest.length - 1 ? " or " : ", ")}
          <a
            href={addressOfComparison({
              kind: "products",
              ids: [...asked.ids, product],
              baseline: undefined,
            })}
          >
            {name}
          </a>
        </>
      ))}
      {nearest.length > 0 && "?"}
    </output>
  );
}

/** A link to the comparison of two products with many results. */
function Example({ products }: { products: readonly ProductRecord[] }) {
  if (products.length < 2) return null;
  const ids = products.map(({ kind, url_slug }) => `${kind}/${url_slug}`);
  return (
    <p>
      An example:{" "}
      <a href={addressOfComparison({ kind: "products", ids, baseline: undefined })}>
        {products.map(({ make, model }) => `${make} ${model}`).join(" and ")}
      </a>
    </p>
  );
}
