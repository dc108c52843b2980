import type { Client } from "../helpers/client.ts";
import type { TestService } from "../helpers/service.ts";

/** The response to a browser without script. Redirects are not followed. */
export interface Visited {
  status: number;
  headers: Headers;
  html: string;
}

/**
 * Returns functions that visit pages and post their forms like a browser without script.
 * @param client client whose session the browser uses; null for no session
 */
export function visitsOf({ url }: Pick<TestService, "url">, client: Pick<Client, "cookie"> | null) {
  const cookie = client?.cookie === undefined ? {} : { Cookie: client.cookie };
  async function send(path: string, init: RequestInit): Promise<Visited> {
    const headers = {
      Accept: "text/html",
      Origin: url,
      ...cookie,
      ...(init.headers as Record<string, string>),
    };
    const response = await fetch(`${url}${path}`, { ...init, headers, redirect: "manual" });
    return { status: response.status, headers: response.headers, html: await response.text() };
  }
  return {
    open: (path: string) => send(path, {}),

    /** Posts a form without files as application/x-www-form-urlencoded. */
    post: (path: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
      send(path, { method: "POST", body: new URLSearchParams(fields), headers }),

    /** Posts a form with files as multipart/form-data, in which the fields come before the files. */
    postFiles: (
      path: string,
      fields: Readonly<Record<string, string | readonly string[]>>,
      files: readonly { name: string; content: string }[] = [],
      headers: Record<string, string> = {},
    ) => {
      const body = new FormData();
      for (const [name, values] of Object.entries(fields))
        for (const value of [values].flat()) body.append(name, value);
      for (const { name, content } of files) body.append("files", new Blob([content]), name);
      return send(path, { method: "POST", body, headers });
    },
  };
}

/** Returns the visible text of HTML, with one blank in place of each sequence of tags and white space. */
export function textOf(html: string): string {
  const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'" };
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(lt|gt|quot|amp|#39);/g, (_whole, name: string) => entities[name] ?? "")
    .replaceAll(/\s+/g, " ");
}

/** Returns the address to which the form for results on a page posts. */
export function actionOf(html: string): string {
  const [, action = ""] = /action="(\/submit\?[^"]*)"/.exec(html) ?? [];
  return action.replaceAll("&amp;", "&");
}
