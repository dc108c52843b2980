import test from "ava";
import { standingInWords } from "../../src/charts/standing-in-words.ts";

test("a result's rank in words names the number of builds, and from 20 builds on also the share of builds that the result beats", (t) => {
  const words = (rank: number, builds: number) =>
    standingInWords({
      rank,
      builds,
      better_than_percent: Math.floor((100 * (builds - rank)) / (builds - 1)),
    });
  t.is(words(1, 7), "1st of 7 builds");
  t.is(words(2, 7), "2nd of 7 builds");
  t.is(words(19, 19), "19th of 19 builds");
  t.is(words(1, 2100), "1st of 2,100 builds");
  t.is(words(3, 20), "3rd of 20 builds, better than 89\u00a0%");
  t.is(words(11, 106), "11th of 106 builds, better than 90\u00a0%");
  t.is(words(1021, 2100), "1,021st of 2,100 builds, better than 51\u00a0%");
});
