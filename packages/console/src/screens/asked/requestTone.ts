/** How the states of requests for more look. */
export const requestTone = { open: "warn", approved: "good", refused: "bad" } as const
