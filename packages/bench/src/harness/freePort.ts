import { once } from "node:events"
import { createServer } from "node:net"

/** A free local port. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return address === null || typeof address === "string" ? 0 : address.port
}
