/** A host with its port, as they stand in a URL (RFC 3986, section 3.2.2). */
export const authority = (host: string, port: number): string => `${host.includes(":") ? `[${host}]` : host}:${port}`
