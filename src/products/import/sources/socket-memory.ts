/** The types of memory that the processors of a socket take, as their makers state them; the newest first. */
const typesBySocket: Readonly<Record<string, readonly string[]>> = {
  AM3: ["DDR3", "DDR2"],
  "AM3+": ["DDR3"],
  AM4: ["DDR4"],
  AM5: ["DDR5"],
  FM1: ["DDR3"],
  FM2: ["DDR3"],
  "FM2+": ["DDR3"],
  G34: ["DDR3"],
  LGA775: ["DDR3", "DDR2"],
  LGA1150: ["DDR3"],
  LGA1151: ["DDR4", "DDR3"],
  LGA1155: ["DDR3"],
  LGA1156: ["DDR3"],
  LGA1200: ["DDR4"],
  LGA1356: ["DDR3"],
  LGA1366: ["DDR3"],
  LGA1700: ["DDR5", "DDR4"],
  LGA1851: ["DDR5"],
  LGA2011: ["DDR3"],
  "LGA2011-3": ["DDR4"],
  LGA2066: ["DDR4"],
  sTR4: ["DDR4"],
  sTR5: ["DDR5"],
  sTRX4: ["DDR4"],
};

/** Returns the types of memory that the processors of a socket take; an empty list if the types are not known. */
export function memoryTypesOf(socket: string): readonly string[] {
  return typesBySocket[socket] ?? [];
}

/**
 * Returns a socket in its usual spelling: LGA1700 for "LGA 1700", and sTR4 for its retail name TR4. The number of
 * sockets and the shape of the cooler's frame ("Narrow") are dropped, because they do not change which processors
 * fit. Both versions of LGA1151 become "LGA1151", because all lists of processors call them the same.
 */
export function usualSocket(text: string): string {
  const socket = text
    .replace(/^\d x /, "")
    .replace(/ Narrow$/, "")
    .replaceAll(/\bLGA /g, "LGA")
    .replace(/^LGA1151v2$/, "LGA1151");
  return socket === "TR4" ? "sTR4" : socket;
}
