import { InvalidInputError, type Fault } from "../../errors.ts";
import type { ProductDocument } from "../catalogue/products-repository.ts";
import type { ProductSearchRequest } from "../schemas.ts";

/** A product that a request names as a part of a computer. */
export type NamedPart = Pick<ProductDocument, "kind" | "fields">;

/** What finding named parts needs. */
export interface NamedPartsDeps {
  catalogue: PartsCatalogue;
  builds: PartsOfBuilds;
}

/** The catalogue as this needs it. Implemented by `products/catalogue/catalogue.ts`. */
interface PartsCatalogue {
  /** Returns the product with this slug, or null. */
  findBySlug(kind: string, urlSlug: string): Promise<ProductDocument | null>;
  /** Returns the products with one of these ids, also those that were removed from the catalogue. */
  findByIds(kind: string, ids: readonly number[]): Promise<ProductDocument[]>;
}

/** The builds as this needs them. Implemented by `builds/records/builds-repository.ts`. */
interface PartsOfBuilds {
  /** Returns a build that anybody may see, with the ids of its parts by their kinds; null where there is none. */
  find(buildId: number): Promise<{ parts: Readonly<Partial<Record<string, number>>> } | null>;
}

/**
 * Finds the parts that a request names by `fits` or by `fits_build`.
 * @returns undefined where it names none
 * @throws InvalidInputError naming the build, or each slug, that there is not
 */
export async function findNamedParts(
  deps: NamedPartsDeps,
  { fits, fits_build }: Pick<ProductSearchRequest, "fits" | "fits_build">,
): Promise<NamedPart[] | undefined> {
  if (fits_build !== undefined) return partsOfBuild(deps, fits_build);
  return fits && partsBySlug(deps, fits);
}

async function partsOfBuild({ builds, catalogue }: NamedPartsDeps, buildId: number): Promise<NamedPart[]> {
  const build = await builds.find(buildId);
  if (!build)
    throw new InvalidInputError([{ pointer: "/fits_build", detail: `There is no build ${buildId}.` }]);
  const found = Object.entries(build.parts).map(async ([kind, id]) =>
    id === undefined ? [] : catalogue.findByIds(kind, [id]),
  );
  return (await Promise.all(found)).flat();
}

async function partsBySlug(
  { catalogue }: NamedPartsDeps,
  slugs: Readonly<Record<string, string | undefined>>,
): Promise<NamedPart[]> {
  const faults: Fault[] = [];
  const found = await Promise.all(
    Object.entries(slugs).map(async ([kind, slug]) => {
      const part = slug === undefined ? null : await catalogue.findBySlug(kind, slug);
      if (!part && slug !== undefined)
        faults.push({
          pointer: `/fits/${kind}`,
          detail: `The catalogue has no ${kind} with the url_slug ${slug}.`,
        });
      return part ?? [];
    }),
  );
  if (faults.length > 0) throw new InvalidInputError(faults);
  return found.flat();
}
