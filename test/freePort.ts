import { createServer } from "node:net"

/** A port of this machine on which nothing listens. */
export const freePort = () =>
  new Promise<string>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(String(typeof address === "object" ? address?.port : address)))
    })
  })
