/** Whether a dash is named in place of a file: standard input or output. */
export const isStandard = (file: string): boolean => file === "-"
