import { testWorld } from "./everything/test-world.ts";

// npm run check tests one simulated world of few accounts; large-worlds.test.ts, which is a part of npm run check:all,
// tests further worlds. GENERATED_SEED sets another seed; with an odd seed the world has more accounts.
const seed = Number(process.env["GENERATED_SEED"] ?? 12);
testWorld(seed, seed % 2 === 0 ? 12 : 24);
