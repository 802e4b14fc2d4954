interface Sources {
  readonly client: string
  readonly node: string
}

export const promiseModels: (sources?: Sources) => Promise<ReadonlyMap<string, string>>
