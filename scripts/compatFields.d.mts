/** The table that the server's table of fields gives. */
export const compatFields: () => Promise<string>
/** The present table in docs/compat.md. */
export const shownFields: () => string
