/** Reads one value of a gateway's `/metrics` by its exact name and label; 0 if it is absent. */
export async function readMetric(gatewayUrl: string, name: string, label = ''): Promise<number> {
  const text = await (await fetch(`${gatewayUrl}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name}{`) && one.includes(label))
  return Number(line?.slice(line.lastIndexOf(' ')) ?? 0)
}
