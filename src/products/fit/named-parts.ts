import type { BuildsRepository } from "../../builds/index.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { ProductDocument } from "../catalogue/products-repository.ts";
import type { ProductSearchRequest } from "../schemas.ts";

/** A product that a request names as a part of a computer. */
export type NamedPart = Pick<ProductDocument, "kind" | "fields">;

/** The services by which findNamedParts finds the parts that a request names. */
export interface NamedPartsDeps {
  catalogue: Pick<Catalogue, "findBySlug" | "findProductsOf">;
  buildsRepository: Pick<BuildsRepository, "find">;
}

/**
 * Finds the parts that a request names by `fits` or by `fits_build`.
 * @returns undefined if the request names no parts
 * @throws InvalidInputError, which names the build or each slug that does not exist
 */
export async function findNamedParts(
  deps: NamedPartsDeps,
  { fits, fits_build }: Pick<ProductSearchRequest, "fits" | "fits_build">,
): Promise<NamedPart[] | undefined> {
  if (fits_build !== undefined) return partsOfBuild(deps, fits_build);
  return fits && partsBySlug(deps, fits);
}

async function partsOfBuild(
  { buildsRepository, catalogue }: NamedPartsDeps,
  buildId: number,
): Promise<NamedPart[]> {
  const build = await buildsRepository.find(buildId);
  if (!build || build.hidden)
    throw new InvalidInputError([{ pointer: "/fits_build", detail: `There is no build ${buildId}.` }]);
  return catalogue.findProductsOf([build.parts]);
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
          detail: `There is no ${kind} with the url_slug ${slug}.`,
        });
      return part ?? [];
    }),
  );
  if (faults.length > 0) throw new InvalidInputError(faults);
  return found.flat();
}
