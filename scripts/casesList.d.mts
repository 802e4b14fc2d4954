export const casesList: () => Promise<string>
export const shownList: () => string
export const listFile: URL
