// Imported into a server before its own modules: reports the server's usage when the bench requests it.
process.on("message", () => {
  process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage() })
})
// Without its bench, nothing else would end the server.
process.on("disconnect", () => process.exit())
