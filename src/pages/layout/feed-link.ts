/** The feed of the newest results: its path, and its title for feed readers. */
export const FEED = { href: "/feed.xml", title: "Newest results" } as const;
