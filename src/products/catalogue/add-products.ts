import type { Db, MongoServerError } from "mongodb";
import { nextIds } from "../../infra/counters.ts";
import { isDuplicateKey } from "../../infra/mongo.ts";
import type { ProductFields } from "../kinds/kind.ts";
import type { NewProduct, ProductsRepository, SourceKey } from "./products-repository.ts";
import { slugOf } from "./slug.ts";

interface AddParts {
  db: Db;
  repository: ProductsRepository;
  now: Date;
}

/**
 * Adds products to the catalogue, each with the next id of its kind and a slug that is its own. A product that another
 * import has added at the same moment is brought up to date instead.
 */
export async function addProducts(
  { db, repository, now }: AddParts,
  kind: string,
  added: readonly { key: SourceKey; fields: ProductFields }[],
): Promise<void> {
  if (added.length === 0) return;
  const firstId = await nextIds(db, `products.${kind}`, added.length);
  const products = added.map(({ key, fields }, index): NewProduct => {
    const id = firstId + index;
    const url_slug = slugOf(`${fields.make} ${fields.model}`) || `${kind}-${id}`;
    return { ...key, id, url_slug, fields, created_at: now, updated_at: now };
  });
  for (const refused of await repository.insertAll(products)) await insertAnyhow(repository, refused);
}

async function insertAnyhow(repository: ProductsRepository, product: NewProduct): Promise<void> {
  for (const url_slug of freeSlugs(product)) {
    try {
      await repository.insert({ ...product, url_slug });
      return;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (isSlugTaken(error)) continue;
      const { kind, source, source_id, fields, updated_at } = product;
      await repository.replaceFields([{ key: { kind, source, source_id }, fields }], updated_at);
      return;
    }
  }
}

/** The plain slug, which may have been refused for another reason, then ones that end in the product's own number. */
function* freeSlugs({ id, url_slug }: NewProduct): Generator<string> {
  yield url_slug;
  yield `${url_slug}-${id}`;
  for (let n = 2; ; n += 1) yield `${url_slug}-${id}-${n}`;
}

function isSlugTaken(error: MongoServerError): boolean {
  const { keyPattern } = error as { keyPattern?: Readonly<Record<string, unknown>> };
  return keyPattern !== undefined && "url_slug" in keyPattern;
}
