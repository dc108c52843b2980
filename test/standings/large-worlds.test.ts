import { testWorld } from "./everything/test-world.ts";

testWorld(1, 24);
testWorld(4, 12);
