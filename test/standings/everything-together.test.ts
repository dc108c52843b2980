import { testWorld } from "./everything/test-world.ts";

// npm run check tests one small world; large-worlds.test.ts, which is a part of npm run check:all, tests further ones.
// GENERATED_SEED sets another seed; with an odd one the world is large.
const seed = Number(process.env["GENERATED_SEED"] ?? 12);
testWorld(seed, seed % 2 === 0 ? 12 : 24);
