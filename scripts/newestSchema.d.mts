export const newestSchemaFile: URL
export const newestSchemaText: () => Promise<string>
