/** One value of a gateway's `/metrics`, by the name and labels as they stand there; 0 if it is not there. */
export async function readMetric(gatewayUrl: string, name: string, label = ''): Promise<number> {
  const text = await (await fetch(`${gatewayUrl}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name}{`) && one.includes(label))
  return Number(line?.slice(line.lastIndexOf(' ')) ?? 0)
}
