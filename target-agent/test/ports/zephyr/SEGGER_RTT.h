/** The gate in front of the recorder uses nothing of RTT itself. */
