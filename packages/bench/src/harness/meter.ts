// Imported into a server before its own modules: says what the server has used, whenever the bench asks for it.
process.on("message", () => {
  process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage() })
})
// A server whose bench is gone has nobody left to end it.
process.on("disconnect", () => process.exit())
