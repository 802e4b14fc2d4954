export const shuffle: <A>(items: ReadonlyArray<A>, seed: number) => ReadonlyArray<A>
