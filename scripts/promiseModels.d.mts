export const promiseModels: () => Promise<ReadonlyMap<string, string>>
export const shownModels: (path: string) => string
export const modelTypes: { readonly path: string; readonly text: () => string }
