const ADJECTIVES = (
  "Amber Bold Brave Bright Brisk Calm Clear Clever Cobalt Copper Coral Crisp Eager Early Fair Fleet " +
  "Gentle Golden Green Grey Hidden Indigo Ivory Jade Keen Kind Light Lively Lucky Mellow Merry Misty " +
  "Nimble Noble Olive Patient Plain Proud Quick Quiet Rapid Ready Rosy Ruby Scarlet Sharp Silent Silver " +
  "Snowy Solid Steady Sunny Swift Teal Tidy Violet Warm Wise Young"
).split(" ");

const ANIMALS = (
  "Badger Bear Beaver Bison Cat Condor Crane Deer Dolphin Dove Eagle Falcon Finch Fox Gecko Hare Hawk " +
  "Hedgehog Heron Horse Ibex Ibis Jaguar Koala Lark Lemur Lion Lynx Marten Mole Moose Newt Otter Owl " +
  "Panda Pelican Penguin Puffin Quail Rabbit Raven Robin Salmon Seal Shark Sparrow Squirrel Stork Swan " +
  "Tiger Toad Trout Turtle Walrus Weasel Whale Wolf Wren Yak Zebra"
).split(" ");

const NUMBERS = 10_000;

/**
 * Makes up the public name of a new account, such as "Quiet Heron 4821". The name reveals neither the person's e-mail
 * address nor the name that a sign-in provider knows. Two accounts may get the same name by chance.
 * @param randomBelow returns a random whole number from 0 up to, but not including, its argument
 */
export function makeUpName(randomBelow: (limit: number) => number): string {
  const adjective = ADJECTIVES[randomBelow(ADJECTIVES.length)];
  const animal = ANIMALS[randomBelow(ANIMALS.length)];
  return `${adjective} ${animal} ${String(randomBelow(NUMBERS)).padStart(4, "0")}`;
}
