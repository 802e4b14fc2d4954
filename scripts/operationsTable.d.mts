export const promiseMethods: () => Promise<ReadonlyMap<string, string>>
export const operationsTable: () => Promise<string>
export const shownTable: () => string
