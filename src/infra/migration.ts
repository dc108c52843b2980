import type { AnyBulkWriteOperation, Db, Document, Filter, UpdateFilter } from "mongodb";

/** A change of the form in which documents of a collection are stored. */
export interface Migration {
  /** The form that the documents have afterwards. The first migration makes form 1; each further one makes the next form. */
  form: number;
  /** What is true of the documents afterwards, for the person who migrates. */
  name: string;
  /**
   * The form that a release must know to read these documents. A release that knows only older forms does not start any more once the
   * migration has begun. Where the releases before understand the new form, too, it is theirs.
   */
  readableFrom: number;
  /** True once the release no longer reads the form before: it does not start until the migration has come to its end. */
  isRequired?: true;
  collection: string;
  /** Changes a page of documents. May run any number of times, also over documents that are changed already. */
  migratePage(db: Db, page: Page): Promise<MigratedPage>;
}

/** Some documents, in the order of their ids. */
interface Page {
  /** The id behind which the page begins; null for the first one. */
  after: unknown;
  limit: number;
  /** True where nothing is to be written, only counted. */
  isDryRun: boolean;
}

/** What was done with a page. */
export interface MigratedPage {
  examined: number;
  changed: number;
  /** The last id of the page; null behind the last one. */
  last: unknown;
}

/** How a document is rewritten: the filter matches it only as it was read, so that a change which comes in between is kept. */
interface Rewriting {
  filter: Filter<Document>;
  update: UpdateFilter<Document>;
}

/**
 * Creates the `migratePage` of a migration that looks at each document by itself.
 * @param options.fields the projection of what `rewrite` needs
 * @param options.rewrite returns how to bring a document into the new form; null where it has it
 */
export function rewriteDocuments({ collection, fields, rewrite }: RewriteOptions): Migration["migratePage"] {
  return async (db, { after, limit, isDryRun }) => {
    const documents = db.collection(collection);
    const find = () =>
      documents
        .find(after === null ? {} : { _id: { $gt: after } as never })
        .project(fields)
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
    for (let changed = 0; ;) {
      const page = await find();
      const writes = page.flatMap((document): AnyBulkWriteOperation[] => {
        const found = rewrite(document);
        if (!found) return [];
        const filter = { ...found.filter, _id: document["_id"] as never };
        return [{ updateOne: { filter, update: found.update } }];
      });
      const counts = { examined: page.length, last: page.at(-1)?.["_id"] ?? (null as unknown) };
      if (isDryRun || writes.length === 0) return { ...counts, changed: changed + writes.length };
      const { matchedCount } = await documents.bulkWrite(writes, { ordered: false });
      changed += matchedCount;
      // What somebody has changed meanwhile is looked at again.
      if (matchedCount === writes.length) return { ...counts, changed };
    }
  };
}

interface RewriteOptions {
  collection: string;
  fields: Record<string, 0 | 1>;
  rewrite: (document: Document) => Rewriting | null;
}
