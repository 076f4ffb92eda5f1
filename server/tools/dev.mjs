// npm run dev: the server from its source, started again on every change, and the pages through Vite.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { ensure } from './ensure.mjs'

ensure({ build: false })
const children = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', 'server/main.ts'],
  ['node_modules/vite/bin/vite.js'],
].map((args) => spawn(process.execPath, args, { stdio: 'inherit' }))
const stopAll = () => children.forEach((child) => child.kill('SIGTERM'))
children.forEach((child) => child.on('exit', stopAll))
process.on('SIGINT', stopAll)
process.on('SIGTERM', stopAll)
