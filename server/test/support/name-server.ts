import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll } from 'vitest'

const HEADER_BYTES = 12
/** a response to a standard query, recursion available */
const FLAGS = 0x8180
const TTL_SECONDS = 1

/** A name server with the same IPv4 addresses for every name; gone after the file's last test. */
export async function startNameServer(...first: string[]) {
  let addresses = first
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const question = query.subarray(HEADER_BYTES, query.indexOf(0, HEADER_BYTES) + 5)
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    header.writeUInt16BE(FLAGS, 2)
    header.writeUInt16BE(addresses.length, 6)
    header.writeUInt32BE(0, 8)
    const records = addresses.map((each) => {
      // The name is the question's; type A, class IN, its time to live, four bytes.
      const record = Buffer.from([0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, TTL_SECONDS, 0, 4])
      return Buffer.concat([record, Buffer.from(each.split('.').map(Number))])
    })
    socket.send(Buffer.concat([header, question, ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  afterAll(() => void socket.close())
  return { port: socket.address().port, move: (...next: string[]) => void (addresses = next) }
}
