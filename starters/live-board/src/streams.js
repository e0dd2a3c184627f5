// The open connections: each gets what it has missed, and then every new message as a Server-Sent Event.
// https://html.spec.whatwg.org/multipage/server-sent-events.html

const mostStreams = 1000;
const mostWaitingBytes = 1024 * 1024;
const heartbeatMs = 15_000;

export function createStreams(board) {
  const streams = new Set();

  // A silent line keeps proxies from closing a quiet connection.
  const heartbeat = setInterval(() => sendAll(': still here\n\n'), heartbeatMs).unref();

  function sendAll(chunk) {
    for (const stream of streams) {
      stream.write(chunk);
      // A reader that no longer keeps up is let go; it will come back and ask for what it has missed.
      if (stream.writableLength > mostWaitingBytes) stream.destroy();
    }
  }

  const sendPresence = () => sendAll(event('presence', { people: streams.size }));

  return {
    isFull: () => streams.size >= mostStreams,

    // A browser that lost its connection says the number of the last message it has seen.
    open(request, response) {
      const lastSeen = /^\d{1,15}$/.exec(request.headers['last-event-id'] ?? '')?.[0];
      const missed = lastSeen === undefined ? board.latest(50) : board.after(Number(lastSeen));
      response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        Connection: 'close',
        'X-Accel-Buffering': 'no',
        'X-Content-Type-Options': 'nosniff',
      });
      response.write(`retry: 2000\n\n${missed.map(messageEvent).join('')}`);
      streams.add(response);
      response.once('close', () => {
        streams.delete(response);
        sendPresence();
      });
      sendPresence();
    },

    send: (message) => sendAll(messageEvent(message)),

    close() {
      clearInterval(heartbeat);
      for (const stream of streams) stream.end();
      streams.clear();
    },
  };
}

const messageEvent = (message) => event('message', message, message.id);

function event(name, data, id) {
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
