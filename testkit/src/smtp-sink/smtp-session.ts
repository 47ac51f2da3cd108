// One connection to the sink: the part of RFC 5321 that a client needs to deliver a mail.
import type { Socket } from 'node:net'

/** The stages of one delivery, in order. */
export type SmtpStage = 'greeting' | 'mail' | 'rcpt' | 'data' | 'content'

/** What the sink does instead of accepting a mail. Each fault applies to one delivery, in the order planned. */
export type SmtpFault =
  /** Sends this reply at that stage, such as `451 4.7.1 later`. */
  | { kind: 'answer'; at: SmtpStage; answer: string }
  /** Drops the connection without a reply. At `content` the mail has arrived, and is kept. */
  | { kind: 'drop'; at: SmtpStage }
  /** Stays silent until `release()`, then continues normally. */
  | { kind: 'hold'; at: SmtpStage }

export type SunkMail = { from: string; to: string[]; content: string }

export type SessionDeps = {
  /** The fault planned for this delivery, if any. */
  fault: SmtpFault | undefined
  keep(mail: SunkMail): void
  untilReleased(): Promise<void>
}

const answers: Readonly<Record<SmtpStage, string>> = {
  greeting: '220 sink ready',
  mail: '250 2.1.0 ok',
  rcpt: '250 2.1.5 ok',
  data: '354 go ahead',
  content: '250 2.0.0 taken',
}

export async function serveSession(socket: Socket, { fault, keep, untilReleased }: SessionDeps) {
  let mail: SunkMail = { from: '', to: [], content: '' }
  const say = (line: string) => socket.write(`${line}\r\n`)

  async function pass(stage: SmtpStage): Promise<'passed' | 'refused' | 'cut'> {
    const planned = fault?.at === stage ? fault : undefined
    if (planned?.kind === 'drop') {
      socket.destroy()
      return 'cut'
    }
    if (planned?.kind === 'hold') await untilReleased()
    say(planned?.kind === 'answer' ? planned.answer : answers[stage])
    return planned?.kind === 'answer' ? 'refused' : 'passed'
  }

  async function obey(line: string): Promise<'content' | 'end' | undefined> {
    const [, verb = '', argument = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
    const address = /<([^>]*)>/.exec(argument)?.[1] ?? ''
    switch (verb.toUpperCase()) {
      case 'EHLO':
      case 'HELO':
        return void say('250 sink')
      case 'MAIL':
        mail = { from: address, to: [], content: '' }
        return (await pass('mail')) === 'cut' ? 'end' : undefined
      case 'RCPT': {
        const outcome = await pass('rcpt')
        if (outcome === 'passed') mail.to.push(address)
        return outcome === 'cut' ? 'end' : undefined
      }
      case 'DATA': {
        const outcome = await pass('data')
        return outcome === 'passed' ? 'content' : outcome === 'cut' ? 'end' : undefined
      }
      case 'RSET':
      case 'NOOP':
        return void say('250 2.0.0 ok')
      case 'QUIT':
        say('221 2.0.0 bye')
        socket.end()
        return 'end'
      default:
        return void say('502 5.5.1 unknown command')
    }
  }

  async function takeContent(lines: AsyncIterator<string>): Promise<boolean> {
    const content: string[] = []
    for (;;) {
      const next = await lines.next()
      // A mail that is cut off is discarded.
      if (next.done === true) return false
      if (next.value === '.') break
      content.push(next.value.startsWith('.') ? next.value.slice(1) : next.value)
    }
    mail.content = content.join('\n')
    const isRefused = fault?.at === 'content' && fault.kind === 'answer'
    if (!isRefused) keep(mail)
    return (await pass('content')) !== 'cut'
  }

  if ((await pass('greeting')) === 'cut') return
  const lines = readLines(socket)
  for (;;) {
    const next = await lines.next()
    if (next.done === true) return
    const then = await obey(next.value)
    if (then === 'end' || (then === 'content' && !(await takeContent(lines)))) return
  }
}

async function* readLines(socket: Socket): AsyncGenerator<string, void> {
  let rest = ''
  for await (const chunk of socket) {
    const lines = (rest + String(chunk)).split('\r\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
