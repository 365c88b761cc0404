/** Milliseconds of the processor that some work takes in this process; a busy machine takes none of them. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
