/** The table that the programs give. */
export const programsTable: () => Promise<string>
/** The present table in the README of core. */
export const shownPrograms: () => string
