/** The gate in front of the recorder needs nothing of RTT itself. */
