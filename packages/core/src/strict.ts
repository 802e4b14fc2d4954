/** Decoding that refuses unknown names and reports every issue, for what comes from outside. */
export const strict = { parseOptions: { onExcessProperty: "error", errors: "all" } } as const
