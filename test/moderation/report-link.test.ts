import test from "ava";
import { startTestService } from "../helpers/service.ts";
import { visitsOf } from "../pages/page-visits.ts";

/** Starts a service with a contact, and returns the links "Report" on its pages by the kind of page. */
async function reportLinks(t: Parameters<typeof startTestService>[0], contact: string | null) {
  const env = contact === null ? {} : { CONTACT_URL: contact };
  const service = await startTestService(t, { hasWorkers: false, env });
  const client = await service.signIn("reported");
  const build_id = await client.makeBuild();
  const { body } = await client.add({ build_id, benchmarks: { id: 15, runs: [1000] } });
  const runId = body.runs[0].run_id as string;
  const visits = visitsOf(service, null);
  const linkOn = async (path: string) => {
    const { status, html } = await visits.open(path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return /<a href="([^"]*)"[^>]*>Report<\/a>/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  };
  return {
    build: await linkOn(`/b/${build_id}?page=1`),
    run: await linkOn(`/r/${runId}`),
    home: await linkOn("/"),
    buildUrl: `http://bench.test/b/${build_id}`,
    runUrl: `http://bench.test/r/${runId}`,
  };
}

test("the pages of builds and runs have a link that reports their address by e-mail", async (t) => {
  const { build, run, home, buildUrl, runUrl } = await reportLinks(t, "mailto:help@bench.test");
  for (const [link, address] of [
    [build, buildUrl],
    [run, runUrl],
  ] as const) {
    const { protocol, pathname, searchParams } = new URL(link ?? "");
    t.is(`${protocol}${pathname}`, "mailto:help@bench.test");
    t.is(searchParams.get("subject"), `Report ${address}`);
    t.is(searchParams.get("body"), address);
  }
  t.is(home, undefined);
});

test("the link for reporting a page passes the address of the page to a web form as a query parameter", async (t) => {
  const { run, runUrl } = await reportLinks(t, "https://help.test/form?topic=abuse#write");
  const { origin, hash, searchParams } = new URL(run ?? "");
  t.deepEqual([origin, hash], ["https://help.test", "#write"]);
  t.deepEqual(Object.fromEntries(searchParams), { topic: "abuse", about: runUrl });
});

test("without CONTACT_URL no page has a link to report it", async (t) => {
  const { build, run, home } = await reportLinks(t, null);
  t.deepEqual([build, run, home], [undefined, undefined, undefined]);
});
