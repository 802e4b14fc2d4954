interface ModelFile {
  readonly path: string
  readonly models: ReadonlyArray<{ readonly name: string; readonly from: string; readonly words: string }>
}

export const promiseModels: (files?: ReadonlyArray<ModelFile>) => Promise<ReadonlyMap<string, string>>
export const shownModels: (path: string) => string
export const modelTypes: { readonly path: string; readonly text: () => string }
