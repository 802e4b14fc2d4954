interface Address {
  readonly host: string
  readonly port: number
}

/** Every address of this machine is no address to go to; its own is among them. */
const reachable: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "[::]": "[::1]" }

/** The URL at which who listens there is reached from this machine. Port 0 is not known yet, and stands as `PORT`. */
export const displayUrl = ({ host, port }: Address): string => {
  const written = host.includes(":") ? `[${host}]` : host
  const url = `http://${written}`
  // What listens may be named in ways of which URL has one for each address, as in `0` for 0.0.0.0.
  const name = URL.canParse(url) ? new URL(url).hostname : written
  return `http://${reachable[name] ?? name}:${port === 0 ? "PORT" : port}`
}
