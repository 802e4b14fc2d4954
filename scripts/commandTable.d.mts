export const commandTable: () => Promise<ReadonlyMap<string, string>>
export const shownCommands: (path: string) => string
