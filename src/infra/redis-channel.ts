import { isRedisReplyError, type Redis } from "./redis.ts";

/** A channel for messages between processes. A message may be lost. */
export type RedisChannel = ReturnType<typeof createRedisChannel>;

/**
 * Creates the access to a channel of Redis, for messages from process to process. A message reaches only the processes
 * that are subscribed at that moment. So a listener needs another way to find out what it may have missed. The
 * subscription has a separate connection, which is opened for the first listener and reconnects by itself after an
 * outage.
 * @param deps.redis the connection that sends messages
 * @param deps.openSubscriber opens the connection of the subscription
 * @param deps.name the name of the channel
 */
export function createRedisChannel({ redis, openSubscriber, name }: RedisChannelDeps) {
  const listeners: ((message: string) => void)[] = [];
  let subscriber: Redis | undefined;
  let isClosed = false;
  let subscriptions = 0;
  let standing: number | null = null;

  async function subscribe(connection: Redis): Promise<void> {
    try {
      await connection.subscribe(name);
      subscriptions += 1;
      standing = subscriptions;
    } catch (error) {
      // Reopen the connection to Redis, which then subscribes again. Do not reopen it if Redis refuses this user the
      // channel, because each new connection would be refused as well.
      if (!isClosed && !isRedisReplyError(error)) connection.disconnect(true);
    }
  }

  function open(): Redis {
    const connection = openSubscriber();
    connection.on("ready", () => void subscribe(connection));
    connection.on("close", () => {
      standing = null;
    });
    connection.on("message", (_channel, message) => {
      for (const listener of listeners) listener(message);
    });
    return connection;
  }

  return {
    /** Sends a message to the present subscribers, without waiting. While Redis is unavailable the message is lost. */
    send: (message: string): void => void redis.publish(name, message).catch(() => undefined),

    /** Calls a function with each message of the Redis channel, from the moment at which the subscription is active. */
    listen: (listener: (message: string) => void): void => {
      listeners.push(listener);
      if (!isClosed) subscriber ??= open();
    },

    /**
     * Returns the number of the active subscription to the Redis channel: each reconnection begins a subscription with
     * a new number. Null while no subscription is active.
     */
    subscription: (): number | null => standing,

    close: (): void => {
      isClosed = true;
      subscriber?.disconnect();
    },
  };
}

interface RedisChannelDeps {
  redis: Pick<Redis, "publish">;
  openSubscriber: () => Redis;
  name: string;
}
