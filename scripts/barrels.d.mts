export const staleBarrels: () => ReadonlyArray<string>
