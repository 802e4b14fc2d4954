export const promiseModels: () => Promise<ReadonlyMap<string, string>>
export const shownModels: (path: string) => string
