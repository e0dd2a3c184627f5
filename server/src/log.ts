// The log: JSON lines for machines, readable lines on a terminal.
import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';

export async function openLog({ logLevel }: Config): Promise<Logger> {
  const options = { level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!process.stdout.isTTY) return pino(options);
  const { PinoPretty } = await import('pino-pretty');
  return pino(options, PinoPretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'reqId' }));
}
