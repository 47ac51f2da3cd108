const parts = /^([a-z+]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s

/**
 * The URLs of a URL that names several hosts, such as postgres://user@a:5432,b:5432/name: one for each host, in their
 * order. A URL with one host is returned as it is.
 */
export function splitHosts(url: string): readonly string[] {
  const [, start = '', hosts = '', end = ''] = parts.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => start + host.trim() + end) : [url]
}
