import { waitUntil } from '@gatehouse/testkit/wait-until'

/** Waits for a mail on the page of `gatehouse dev` that shows mails, and returns its text. */
export async function findMail(
  page: string,
  { to, containing, withinMs = 30_000 }: { to: string; containing: string; withinMs?: number },
): Promise<string> {
  let found: string | undefined
  const hasArrived = async () => {
    const html = await (await fetch(page)).text()
    const mails = html.split('<article>').slice(1)
    found = mails.find((mail) => mail.includes(`To ${to}`) && mail.includes(containing))
    return found !== undefined
  }
  await waitUntil(hasArrived, { withinMs, pauseMs: 250, what: `a mail to ${to} has arrived` })
  return found ?? ''
}
