import type { Db, MongoServerError } from "mongodb";
import { nextIds } from "../../infra/counters.ts";
import { isDuplicateKey } from "../../infra/mongo.ts";
import { comparedAsOf } from "./compared-as.ts";
import type { NewProduct, ProductsRepository, SourceKey } from "./products-repository.ts";
import { slugOf } from "./slug.ts";

interface AddProductsDeps {
  db: Db;
  repository: ProductsRepository;
  now: Date;
}

/**
 * Adds products to the catalogue, each with the next id of its kind and a unique slug.
 * @returns false if a product is not added, because a concurrent import has just added it
 */
export async function addProducts(
  { db, repository, now }: AddProductsDeps,
  kind: string,
  added: readonly (Pick<NewProduct, "fields" | "twin_ids"> & { key: SourceKey })[],
): Promise<boolean> {
  if (added.length === 0) return true;
  const firstId = await nextIds(db, `products.${kind}`, added.length);
  const products = added.map(({ key, ...facts }, index): NewProduct => {
    const id = firstId + index;
    const url_slug = slugOf(`${facts.fields.make} ${facts.fields.model}`) || `${kind}-${id}`;
    const compared_as = comparedAsOf(kind, facts.fields);
    const identity = { ...key, id, url_slug, ...(compared_as !== undefined && { compared_as }) };
    return { ...identity, ...facts, created_at: now, updated_at: now };
  });
  let isWhole = true;
  for (const refused of await repository.insertAll(products))
    if (!(await insertUnderFreeSlug(repository, refused))) isWhole = false;
  return isWhole;
}

/** Stores a product, under another slug if its slug is taken. Returns false if the product is already stored. */
async function insertUnderFreeSlug(repository: ProductsRepository, product: NewProduct): Promise<boolean> {
  for (const url_slug of slugCandidates(product)) {
    try {
      await repository.insert({ ...product, url_slug });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (!isSlugTaken(error)) return false;
    }
  }
  return false;
}

/**
 * Yields slugs to try for a product: first the plain slug, because the insertion of all products together may have
 * failed for another reason, then slugs that end in the product's id.
 */
function* slugCandidates({ id, url_slug }: NewProduct): Generator<string> {
  yield url_slug;
  yield `${url_slug}-${id}`;
  for (let n = 2; ; n += 1) yield `${url_slug}-${id}-${n}`;
}

function isSlugTaken(error: MongoServerError): boolean {
  const { keyPattern } = error as { keyPattern?: Readonly<Record<string, unknown>> };
  return keyPattern !== undefined && "url_slug" in keyPattern;
}
