/** Where every operation lives. The path carries the major version. */
export const BASE_PATH = "/api/v1"
