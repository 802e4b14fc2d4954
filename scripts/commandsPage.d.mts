export const commandsPage: () => Promise<string>
export const shownCommands: () => string
