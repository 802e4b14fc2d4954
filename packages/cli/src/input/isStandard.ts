/** Whether a dash is named in place of a file: standard input or output. It comes behind a space (`separateValues`). */
export const isStandard = (file: string): boolean => file.trim() === "-"
